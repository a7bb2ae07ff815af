import { ApiError } from '@gatehouse/api'
import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { TextField } from '@gatehouse/ui'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { renderRoutes } from '../testing'
import { Field } from './field'
import { useNavigate } from './router'
import { pageRoute } from './section-routes'
import { Wizard, type WizardStep } from './wizard'

const server = cannedServer(...boot())

interface Values {
  domain: string
  metadata: string
}

const STEPS: readonly WizardStep<Values>[] = [
  {
    path: 'domain',
    label: () => 'Domain',
    schema: z.object({ domain: z.string().trim().min(1, 'Enter a domain') }),
    fields: ({ of }) => (
      <Field of={of} name="domain">
        {(input) => <TextField label="Domain" {...input} />}
      </Field>
    ),
  },
  {
    path: 'metadata',
    label: () => 'Metadata',
    schema: z.object({ metadata: z.string().min(1, 'Paste the metadata') }),
    fields: ({ of }) => (
      <Field of={of} name="metadata">
        {(input) => <TextField label="Metadata" {...input} />}
      </Field>
    ),
  },
]

const finish = vi.fn<(values: Values) => Promise<unknown>>()

beforeEach(() => void finish.mockReset().mockResolvedValue(undefined))

function Page() {
  const navigate = useNavigate()
  return (
    <Wizard
      steps={STEPS}
      start={{ domain: '', metadata: '' }}
      finish={finish}
      finishLabel="Connect"
      refusals={{ 'sso.domain_*': 'domain' }}
      onClose={() => void navigate({ to: '/done' })}
    />
  )
}

const renderWizard = (path = '/sso') =>
  renderRoutes(
    path,
    (parent) => [
      pageRoute({ path: 'sso', page: Page, parent }),
      pageRoute({ path: 'done', page: () => <p>All done</p>, parent }),
    ],
    { server },
  )

const next = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }))

async function toMetadata() {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Domain' }), 'acme.test')
  await next()
  return screen.findByRole('textbox', { name: 'Metadata' })
}

test('a step has to be right; each is in the address, and Back goes one back with everything typed', async () => {
  const { place, history } = renderWizard()
  await screen.findByRole('textbox', { name: 'Domain' })
  await next()
  expect(await screen.findByText('Enter a domain')).toBeVisible()
  await userEvent.type(await toMetadata(), '<xml>')
  expect(place()).toBe('/sso?step=metadata')
  const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')
  expect(steps[0]).toHaveTextContent('Domain(finished)')
  expect(steps[1]).toHaveAttribute('aria-current', 'step')

  history.back()
  expect(await screen.findByRole('textbox', { name: 'Domain' })).toHaveValue('acme.test')
  await next()
  expect(await screen.findByRole('textbox', { name: 'Metadata' })).toHaveValue('<xml>')
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('textbox', { name: 'Domain' })).toHaveValue('acme.test')
})

test('it ends with what all steps entered, without a question about unsaved work', async () => {
  const { place } = renderWizard()
  await userEvent.type(await toMetadata(), '<xml>')
  expect(screen.getByRole('heading', { name: 'Metadata' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Connect' }))
  expect(await screen.findByText('All done')).toBeVisible()
  expect(place()).toBe('/done')
  expect(finish).toHaveBeenCalledExactlyOnceWith({ domain: 'acme.test', metadata: '<xml>' })
})

test('a refusal leads to the step of the field it is about', async () => {
  finish.mockRejectedValue(new ApiError(409, 'sso.domain_taken', ['Another organization has this domain']))
  const { place } = renderWizard()
  await userEvent.type(await toMetadata(), '<xml>')
  await userEvent.click(screen.getByRole('button', { name: 'Connect' }))
  expect(await screen.findByText('Another organization has this domain')).toBeVisible()
  await waitFor(() => expect(place()).toBe('/sso?step=domain'))
  expect(screen.getByRole('textbox', { name: 'Domain' })).toBeInvalid()
})

test('a step that is not reached yet leads to the one that is', async () => {
  const { place } = renderWizard('/sso?step=metadata')
  expect(await screen.findByRole('textbox', { name: 'Domain' })).toBeVisible()
  await waitFor(() => expect(place()).toBe('/sso?step=domain'))
})

test('another step is read from its heading on, by keyboard too', async () => {
  renderWizard()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Domain' }), 'acme.test{Enter}')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Metadata' })).toHaveFocus())
})
