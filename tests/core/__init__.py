"""Tests of the kernel (`chancery.core`): state, actions, words and chance."""
