export const texts = { all: 'Alle {{count}} zeigen' } as const
