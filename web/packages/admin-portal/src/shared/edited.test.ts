import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useEdited } from './edited'

interface Values {
  readonly name: string
  readonly size: number
  readonly places: string[]
}

const START: Values = { name: 'Shop', size: 1, places: ['a', 'b'] }
const begun = () => renderHook(() => useEdited<Values>()).result.current

test('what others have changed besides stays theirs', () => {
  expect(begun()(START, { name: 'Desk' }, { ...START, size: 2 })).toEqual({ name: 'Desk' })
})

test('of a list go what was added and what was removed', () => {
  const now = { ...START, places: ['a', 'b', 'theirs'] }
  expect(begun()(START, { places: ['b', 'mine'] }, now)).toEqual({ places: ['b', 'theirs', 'mine'] })
})

test('another value of the same field is told at it first, and replaced by the next save', () => {
  const edited = begun()
  const now = { ...START, name: 'Theirs', size: 2 }
  const save = () => edited(START, { name: 'Mine' }, now)
  expect(save).toThrow(
    'name: Another administrator changed this to “Theirs”. Save again to overwrite it with your value.',
  )
  expect(save()).toEqual({ name: 'Mine' })
})

test('who saved over the value of another is not told of their own by the next edit', () => {
  const edited = begun()
  const theirs = { ...START, name: 'Theirs' }
  expect(() => edited(START, { name: 'Mine' }, theirs)).toThrow('Theirs')
  expect(edited(START, { name: 'Mine' }, theirs)).toEqual({ name: 'Mine' })
  const mine = { ...START, name: 'Mine' }
  expect(edited(mine, { name: 'Newer' }, mine)).toEqual({ name: 'Newer' })
})

test('what changes once more in between is told once more', () => {
  const edited = begun()
  expect(() => edited(START, { name: 'Mine' }, { ...START, name: 'Theirs' })).toThrow('Theirs')
  expect(() => edited(START, { name: 'Mine' }, { ...START, name: 'Others' })).toThrow('Others')
})

test('who wants the same is not asked', () => {
  expect(begun()(START, { name: 'Same' }, { ...START, name: 'Same' })).toEqual({ name: 'Same' })
})
