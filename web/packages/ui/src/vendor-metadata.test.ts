import { expect, test, vi } from 'vitest'
import { getBrand, getWordings } from './vendor-metadata'

test.each([
  [{ theme: { palette: { primary: '#112233' } } }, { accent: '#112233' }],
  [{ theme: { palette: { primary: { main: '#112233', light: '#fff' } } } }, { accent: '#112233' }],
  [
    { themeV2: { adminPortal: { palette: { primary: { main: 'rgb(1, 2, 3)' } } }, palette: { primary: '#000' } } },
    { accent: 'rgb(1, 2, 3)' },
  ],
  [
    { themeV2: { loginBox: { palette: { primary: '#abcdef' } } }, theme: { palette: { primary: '#112233' } } },
    { accent: '#112233' },
  ],
  [{ themeV2: { adminPortal: { typographyStyleOptions: { fontFamily: 'Lato' } } } }, { font: 'Lato' }],
  [{ theme: null, themeV2: 'dark' }, {}],
  [{}, {}],
])('%j makes the portal look like %j', (metadata, brand) => {
  expect(getBrand(metadata, 'adminPortal')).toEqual(brand)
})

test('a color that is not accepted is reported and left out', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(getBrand({ theme: { palette: { primary: 'rebeccapurple' } } }, 'loginBox')).toEqual({})
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ name: 'UnsupportedColorError' }))
})

test('of wordings only texts are taken, for the box that asks', () => {
  const localizations = {
    en: { loginBox: { login: { submit: 'In', count: 3, list: ['x'] }, title: null }, adminPortal: { a: 'b' } },
    de: 'nonsense',
  }
  expect(getWordings({ localizations }, 'loginBox')).toEqual([
    ['en', { login: { submit: 'In' } }],
    ['de', {}],
  ])
})
