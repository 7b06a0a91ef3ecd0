"""The language server: what `hoyle.editor` knows of a text, for any editor that speaks the Language Server Protocol."""
