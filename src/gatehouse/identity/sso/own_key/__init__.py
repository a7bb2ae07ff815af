"""The SAML key of Gatehouse: signs requests, and decrypts what providers encrypt for it."""
