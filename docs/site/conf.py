"""Sphinx: `python -m tools.build_docs` lays out the pages and calls it."""

import tilewright
from tools.docs.docstrings import as_definitions

project = "Tilewright"
author = "the authors of Tilewright"
project_copyright = f"{author}, MIT licence"
version = release = tilewright.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_design", "sphinx_copybutton"]
exclude_patterns = ["conf.py", "files/**"]

myst_enable_extensions = ["colon_fence", "attrs_inline"]
myst_heading_anchors = 4

default_role = "code"  # single backticks in docstrings, as in our pages
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_display_short_literal_types = True
toc_object_entries_show_parents = "hide"

suppress_warnings = ["misc.highlighting_failure"]  # the languages of some solvers have no lexer

html_theme = "furo"
html_title = f"Tilewright {release}"
html_static_path = ["_static"]
html_css_files = ["style/tokens.css", "site.css"]
html_favicon = "_static/icon.svg"
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
# The measures of the studio (style/tokens.css), which know light and dark themselves.
MEASURES = {
    "font-stack": "var(--font)",
    "color-brand-primary": "var(--main)",
    "color-brand-content": "var(--main)",
    "color-brand-visited": "var(--main)",
    "color-foreground-primary": "var(--ink)",
    "color-foreground-secondary": "var(--soft)",
    "color-foreground-muted": "var(--soft)",
    "color-foreground-border": "var(--strong)",
    "color-background-primary": "var(--card)",
    "color-background-secondary": "var(--paper)",
    "color-background-hover": "var(--well)",
    "color-background-border": "var(--line)",
    "color-card-background": "var(--card)",
    "color-card-border": "var(--line)",
}
html_theme_options = {
    "light_logo": "icon.svg",
    "dark_logo": "icon.svg",
    "light_css_variables": MEASURES,
    "dark_css_variables": MEASURES,
}
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True


def setup(app):
    def process(app, what, name, obj, options, lines):
        lines[:] = as_definitions(lines)

    def ask_for_the_font(app, page, template, context, doctree):
        address = context["pathto"]("_static/fonts/figtree.woff2", resource=True)
        link = f'<link rel="preload" href="{address}" as="font" type="font/woff2" crossorigin>'
        context["metatags"] = context.get("metatags", "") + link

    app.connect("autodoc-process-docstring", process)
    app.connect("html-page-context", ask_for_the_font)
