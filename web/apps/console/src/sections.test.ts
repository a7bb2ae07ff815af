import { expect, test } from 'vitest'
import { GROUPS } from './section'
import { SECTIONS } from './sections'

test.each(GROUPS)('the group %s of the navigation has one to six entries, which stand together', (group) => {
  const places = SECTIONS.flatMap((section, place) => (section.group === group ? [place] : []))
  expect(places.length).toBeGreaterThan(0)
  expect(places.length).toBeLessThanOrEqual(6)
  expect(Math.max(...places) - Math.min(...places)).toBe(places.length - 1)
})

test('groups stand in their own order', () => {
  expect([...new Set(SECTIONS.map(({ group }) => group))]).toEqual([...GROUPS])
})

test('no two entries of the navigation share an icon', () => {
  expect(new Set(SECTIONS.map(({ icon }) => icon)).size).toBe(SECTIONS.length)
})
