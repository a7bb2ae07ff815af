import { UiProvider } from '@gatehouse/ui'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Address, Person } from './person'

const show = (what: React.ReactNode) => render(<UiProvider>{what}</UiProvider>)

test('an address breaks before its sign first, and is read as one word', () => {
  show(<Address>ada.lovelace@example.com</Address>)
  const address = screen.getByText('ada.lovelace@example.com')
  expect(address.innerHTML).toContain('ada.lovelace<wbr>@example.com')
})

test.each(['nobody', '@example.com'])('what is no address is told as it is: %s', (text) => {
  show(<Address>{text}</Address>)
  expect(screen.getByText(text).querySelector('wbr')).toBeNull()
})

test('a name in letters from right to left stands apart from what follows it', () => {
  show(<Person name={'\u202eAda'} email="ada@example.com" />)
  expect(screen.getByText('\u202eAda').tagName).toBe('BDI')
  expect(screen.getByText('ada@example.com').tagName).toBe('BDI')
})

test('a user without a name is shown once, by email address', () => {
  show(<Person name="ada@example.com" />)
  expect(screen.getAllByText('ada@example.com')).toHaveLength(1)
})
