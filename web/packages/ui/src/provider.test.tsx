import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary'
import { addTexts, defineTexts, i18n } from './i18n'
import { Loading } from './loading'
import { renderUi } from './testing'
import { toast } from './toast'
import { UiProvider } from './ui-provider'

test('a toast appears, and a second of the same id replaces it', async () => {
  renderUi(<div />)
  toast.success('Role created', { id: 'role' })
  expect(await screen.findByText('Role created')).toBeVisible()
  toast.success('Role renamed', { id: 'role' })
  expect(await screen.findByText('Role renamed')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Role created')).toBeNull())
})

function Broken(): never {
  throw new Error('boom')
}

test('a crash shows a way on, and another page heals it', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const onError = vi.fn()
  const boundary = (path: string, child: React.ReactNode) => (
    <ErrorBoundary resetKey={path} onError={onError}>
      {child}
    </ErrorBoundary>
  )
  const { rerender } = renderUi(boundary('/roles', <Broken />))
  expect(screen.getByRole('alert')).toHaveTextContent('This page stopped working')
  expect(screen.getByRole('alert')).not.toHaveTextContent('boom')
  expect(onError).toHaveBeenCalledOnce()
  rerender(boundary('/users', 'Users'))
  expect(screen.getByText('Users')).toBeVisible()
})

const { useT } = defineTexts('test', { hello: 'Hello', seats_one: '{{count}} seat', seats_other: '{{count}} seats' })

function Greeting() {
  const t = useT()
  return <p>{`${t('hello')}, ${t('seats', { count: 2 })}`}</p>
}

function greetingIn(language: string) {
  return (
    <UiProvider env="test" language={language}>
      <Greeting />
    </UiProvider>
  )
}

test('a language change renders texts again, and missing ones stay English', async () => {
  addTexts('test', 'de', { hello: 'Hallo' })
  const { rerender } = render(greetingIn('en'))
  expect(screen.getByText('Hello, 2 seats')).toBeVisible()
  rerender(greetingIn('de'))
  expect(await screen.findByText('Hallo, 2 seats')).toBeVisible()
  await i18n.changeLanguage('en')
})

test('loading is announced', () => {
  renderUi(<Loading label="Loading people" />)
  expect(screen.getByRole('status')).toHaveTextContent('Loading people')
})
