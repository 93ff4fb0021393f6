"""A domain as its owner sees it: drafted, described, checked, and its documents looked after."""
