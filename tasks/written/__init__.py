"""Answers written elsewhere: their evidence, expressions and sentences, brought into our own terms."""
