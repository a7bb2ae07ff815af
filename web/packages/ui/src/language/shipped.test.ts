import { expect, test } from 'vitest'

// The compiler checks that keys and placeholders are equal once a translation is registered.
const sources = import.meta.glob<string>('../../../../{packages,apps}/*/src/**/*texts.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test.each(Object.entries(sources))('%s is there in German', (_, source) => {
  const name = source.match(/{ de: \(\) => import\('\.\/(.+)\.de'\) }/)?.[1]
  expect(name).toBeDefined()
})

test('there are texts to look at', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(8)
})
