// A classic script, since browsers load no modules from files: who opens the page from a disk is told what to do.
if (location.protocol === "file:") {
  addEventListener("DOMContentLoaded", () => {
    const line = document.createElement("p");
    line.textContent =
      "This page has to come from a web server. In its folder run: python3 -m http.server, then open http://localhost:8000/";
    document.querySelector("main").replaceChildren(line);
  });
}
