"""The pages of the web app as the gateway serves them: files, first screens, link previews."""
