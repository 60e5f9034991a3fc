// Before anything is drawn: the gallery, which this page is, stays hidden where the address names another page.
if (window.location.search) document.documentElement.classList.add("elsewhere");
