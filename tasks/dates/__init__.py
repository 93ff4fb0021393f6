"""Periods: named in words, resolved to days by the domain's calendar, and told of result rows."""
