# SPDX-License-Identifier: GPL-3.0-or-later
"""Sphinx's configuration for `make docs`; tools/docs lays the sources and calls it."""

project = "Zermelo"
extensions = ["myst_parser"]
root_doc = "docs/index"
html_theme = "furo"
html_title = "Zermelo"
html_show_copyright = False
html_copy_source = False
html_static_path = ["style.css"]
html_css_files = ["style.css"]
html_theme_options = {"top_of_page_buttons": []}

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 6  # as a git host makes them
suppress_warnings = ["misc.highlighting_failure"]  # JSON with an ellipsis is no JSON

nitpicky = True
highlight_language = "text"
