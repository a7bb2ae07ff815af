from gatehouse.identity.sign_in.queries import HOME

__all__ = ["HOME"]
