"""The whole web app as a folder of static files.

`build` writes the folder, `runtime` gets the Python for browsers, and `browser` is what that Python runs: the pages of
`grundy.web.all_pages`, asked by `shell.js` through `python.js` instead of by a server. `page.js` gives the scripts of
pages the address that they would have on a server, and `offline.js` is the service worker.
"""
