import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from './avatar'

test.each([
  ['Ada Lovelace', 'AL'],
  ['Grace  Brewster Hopper', 'GB'],
  ['ada@example.com', 'AD'],
  ['👩‍💻 Zoë', '👩Z'],
  ['𝒜𝒷𝒸', '𝒜𝒷'],
  ['李小龍', '李小'],
])('%s is shown as whole characters: %s', (name, initials) => {
  const { container } = render(<Avatar name={name} />, { wrapper: MantineProvider })
  expect(container.querySelector('[class*="placeholder"]')).toHaveTextContent(initials)
})
