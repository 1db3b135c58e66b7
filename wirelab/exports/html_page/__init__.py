"""A session as one HTML page that replays it in any browser, with nothing but what is in it.

``timeline`` says what each event changes in what the tabs show; the page's script only applies it.
"""
