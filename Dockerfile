FROM python:3.12-slim
COPY . /src
RUN pip install --no-cache-dir /src && rm -r /src && useradd --create-home grundy
USER grundy
# The kernels are compiled once, here, and not while the first visitor waits.
RUN grundy warm
EXPOSE 8000
HEALTHCHECK CMD python -c "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=5)"
ENTRYPOINT ["grundy", "serve", "--public", "--host", "0.0.0.0"]
