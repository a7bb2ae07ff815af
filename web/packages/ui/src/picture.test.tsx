import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from './avatar'
import { Logo } from './logo'
import { UiProvider } from './ui-provider'

const ELSEWHERE = 'https://pictures.test/1.png'

test('a logo that does not load is replaced by the sign and the name, and a new one is tried', () => {
  const page = (logo: string) => (
    <UiProvider env="test" brand={{ name: 'Northwind', logo }}>
      <Logo />
    </UiProvider>
  )
  const { rerender } = render(page(ELSEWHERE))
  fireEvent.error(screen.getByRole('img', { name: 'Northwind' }))
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByText('Northwind')).toBeVisible()
  rerender(page('https://pictures.test/2.png'))
  expect(screen.getByRole('img', { name: 'Northwind' })).toBeVisible()
})

test('a picture of a user that does not load is replaced by initials', () => {
  render(
    <UiProvider env="test">
      <Avatar name="Ada Lovelace" src={ELSEWHERE} named />
    </UiProvider>,
  )
  fireEvent.error(screen.getByRole('img', { name: 'Ada Lovelace' }))
  expect(screen.getByText('AL')).toBeVisible()
})
