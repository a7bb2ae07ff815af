import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

/** Loads the package anew in a page with these facts from the server. */
async function startIn(facts: object | undefined) {
  vi.resetModules()
  document.body.innerHTML = facts
    ? `<script type="application/json" id="gatehouse-brand">${JSON.stringify(facts)}</script>`
    : ''
  return import('../index')
}

test('what the server wrote into the page is the brand from the first render', async () => {
  const { Logo, pageBrand, UiProvider } = await startIn({ name: 'Northwind', accent: '#c2410c' })
  expect(pageBrand()).toEqual({ name: 'Northwind', accent: '#c2410c' })
  render(
    <UiProvider env="test">
      <Logo />
    </UiProvider>,
  )
  expect(screen.getByText('Northwind')).toBeVisible()
})

test('an accent that is no color leaves people in', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { pageBrand } = await startIn({ name: 'Northwind', accent: 'color(nothing 1 1 1)' })
  expect(pageBrand()).toEqual({ name: 'Northwind' })
})

test("in another product's page no name is shown until it is known", async () => {
  const { Logo, pageBrand, UiProvider } = await startIn(undefined)
  expect(pageBrand()).toBeUndefined()
  render(
    <UiProvider env="test">
      <Logo />
    </UiProvider>,
  )
  expect(screen.queryByText(/Gatehouse/)).toBeNull()
})
