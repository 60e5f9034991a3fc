"""Certificates: statements with proofs, which `grundy.explain.checker` checks without trusting their makers."""
