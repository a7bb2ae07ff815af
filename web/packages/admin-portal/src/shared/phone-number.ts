/** What the server takes: digits with the usual separators. Whether somebody answers there is not for a form to know. */
export const PHONE_NUMBER = /^\+?[0-9][0-9 ().-]{2,30}$/
