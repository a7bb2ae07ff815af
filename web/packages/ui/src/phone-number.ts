const SEPARATORS = /[\s()./-]/g

/** Whether it looks like a number with its country code, separators aside. Whether it exists, the server decides. */
export const isPhoneNumber = (value: string): boolean => /^\+\d{6,15}$/.test(value.replace(SEPARATORS, ''))
