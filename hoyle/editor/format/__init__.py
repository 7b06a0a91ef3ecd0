"""The one style of rule files: `formatter` lays a text out anew, `guards` see that it says what it said."""
