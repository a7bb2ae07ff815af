import { expect, test } from 'vitest'
import { getContrast } from './color'
import { createGatehouseTheme } from './theme'

const tokens = (accent: string, scheme: 'light' | 'dark'): Record<string, string> =>
  createGatehouseTheme({ accent }).other?.[scheme]

test.each([
  '#2b50c8',
  '#fc0',
  'rgb(12 34 56)',
  'rgba(200, 30, 30, 0.5)',
  'hsl(210 80% 40%)',
  'hsla(90, 50%, 50%, 1)',
  'color(display-p3 0.2 0.6 0.3)',
  'color(srgb 1 0 0)',
])('%s is accepted', (accent) => expect(() => createGatehouseTheme({ accent })).not.toThrow())

test.each(['red', 'oklch(0.5 0.1 200)', 'hwb(90 10% 10%)', 'lab(50% 40 59)', 'var(--x)', '#12', 'rgb(oops)', ''])(
  '%s is refused',
  (accent) => expect(() => createGatehouseTheme({ accent })).toThrow(`Unsupported color: ${accent}`),
)

// Light, dark, saturated, pale and gray accents: text must be readable on all of them.
const accents = [
  '#2b50c8',
  '#ffd400',
  '#000000',
  '#ffffff',
  '#ff0066',
  '#00ff88',
  '#808080',
  '#7c3aed',
  '#f97316',
  '#0a0a2a',
]

test.each(accents.flatMap((accent) => [[accent, 'light'] as const, [accent, 'dark'] as const]))(
  'texts can be read with %s in %s',
  (accent, scheme) => {
    const token = tokens(accent, scheme)
    const ratio = (one: string, other: string) => getContrast(token[`--gh-${one}`] ?? '', token[`--gh-${other}`] ?? '')
    for (const surface of ['surface', 'surface-sunken', 'surface-raised', 'surface-float']) {
      expect(ratio('text', surface)).toBeGreaterThanOrEqual(7)
      expect(ratio('text-secondary', surface)).toBeGreaterThanOrEqual(4.5)
      expect(ratio('accent-text', surface)).toBeGreaterThanOrEqual(4.5)
      expect(ratio('danger-text', surface)).toBeGreaterThanOrEqual(4.5)
      expect(ratio('border-field', surface)).toBeGreaterThanOrEqual(3)
    }
    expect(ratio('text-secondary', 'hover')).toBeGreaterThanOrEqual(4.5)
    expect(ratio('on-accent', 'accent')).toBeGreaterThanOrEqual(4.5)
    expect(ratio('on-accent', 'accent-hover')).toBeGreaterThanOrEqual(4.5)
    for (const tone of ['success', 'warning', 'danger', 'info', 'accent']) {
      expect(ratio(`${tone}-text`, `${tone}-soft`)).toBeGreaterThanOrEqual(4.5)
    }
  },
)

test('the brand sets radius and font', () => {
  const theme = createGatehouseTheme({ radius: 4, font: 'Georgia' })
  expect(theme.radius).toMatchObject({ md: '0.25rem', sm: '0.125rem', xs: '0rem' })
  expect(theme.headings?.fontFamily).toBe('Georgia')
})
