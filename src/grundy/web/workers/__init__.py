"""Worker processes: one (`process`), a pool with a queue (`pool`), and what they load before they fork (`preload`).

No library pool keeps all of our promises: ProcessPoolExecutor, loky and anyio.to_process neither bound the memory of
a worker nor fork it from a loaded process, and Pebble's, which can kill one task, has a plain queue and no progress.
"""
