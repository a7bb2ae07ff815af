import { boot, cannedServer, refusal, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readOnly, renderPortal } from '../testing'
import { keptSquare, MIDDLE, moved } from './crop'
import { changedMetadata } from './metadata'

const server = cannedServer(...boot())

const METADATA = JSON.stringify({ theme: 'solar', jobTitle: 'Admiral', nested: { kept: [1] } })
const GRACE = { ...readOnly(), name: 'Grace Hopper', email: 'grace@acme.test', metadata: METADATA }

function takeChanges() {
  const sent: Record<string, unknown>[] = []
  server.use(
    http.put('*/identity/resources/users/v2/me', async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>)
      return HttpResponse.json({})
    }),
  )
  return sent
}

test('saving keeps what else is in the metadata', async () => {
  renderPortal('/profile', { server, person: GRACE })
  const sent = takeChanges()
  const title = await screen.findByLabelText(/^Job title/)
  expect(title).toHaveValue('Admiral')
  expect(screen.queryByRole('button', { name: 'Save changes' })).not.toBeInTheDocument()
  await userEvent.clear(title)
  await userEvent.type(title, 'Rear admiral')
  await userEvent.type(screen.getByLabelText(/^Address/), '1 Navy Yard')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    metadata: { theme: 'solar', jobTitle: 'Rear admiral', nested: { kept: [1] }, address: '1 Navy Yard' },
  })
  expect(await screen.findByText('Profile saved')).toBeVisible()
})

test.each(['not json', '[1]', 'null', '', undefined])('metadata that is %s starts afresh', (before) => {
  expect(changedMetadata(before, { jobTitle: 'Admiral', address: '' })).toEqual({ jobTitle: 'Admiral' })
})

test('metadata that nobody changed is not sent', () => {
  expect(changedMetadata(METADATA, { jobTitle: undefined, address: undefined })).toBeUndefined()
})

test('a field that is emptied leaves nothing behind', () => {
  expect(changedMetadata(METADATA, { jobTitle: '' })).toEqual({ theme: 'solar', nested: { kept: [1] } })
})

test('the email cannot be changed', async () => {
  renderPortal('/profile', { server, person: GRACE })
  expect(await screen.findByLabelText('Email')).toHaveAttribute('readonly')
})

test('what is wrong is told at the field, and nothing is sent', async () => {
  renderPortal('/profile', { server, person: GRACE })
  await userEvent.clear(await screen.findByLabelText('Name'))
  await userEvent.type(screen.getByLabelText(/^Phone number/), 'call me')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Enter your name')).toBeVisible()
  expect(screen.getByText(/^Enter a phone number/)).toBeVisible()
})

test('a refusal stays in the save bar with what was typed', async () => {
  renderPortal('/profile', { server, person: GRACE })
  server.use(http.put('*/users/v2/me', () => refusal(400, 'invalid', 'That is too long')))
  await userEvent.type(await screen.findByLabelText('Name'), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('That is too long')).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveValue('Grace Hopper!')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByLabelText('Name')).toHaveValue('Grace Hopper')
})

test('a refusal that names a field stands under it', async () => {
  renderPortal('/profile', { server, person: GRACE })
  server.use(http.put('*/users/v2/me', () => refusal(400, 'ER-1', 'phoneNumber: Use digits only')))
  await userEvent.type(await screen.findByLabelText(/^Phone number/), '+1 555 010 9999')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Use digits only')).toBeVisible()
  expect(screen.getByLabelText(/^Phone number/)).toBeInvalid()
})

test('what the server has anew waits for who is typing', async () => {
  const { session } = renderPortal('/profile', { server, person: GRACE })
  await userEvent.type(await screen.findByLabelText(/^Job title/), ' of the fleet')
  server.use(...signedIn({ ...GRACE, name: 'Rear Admiral Hopper' }))
  await session.reloadUser()
  expect(screen.getByLabelText(/^Job title/)).toHaveValue('Admiral of the fleet')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByLabelText(/^Job title/)).toHaveValue('Admiral')
  expect(screen.getByLabelText('Name')).toHaveValue('Rear Admiral Hopper')
})

test('the vendor hides fields and closes them', async () => {
  const fieldsProperties = { address: { appearance: 'hidden' }, jobTitle: { appearance: 'viewOnly' } }
  server.use(...boot({ themeV2: { adminPortal: { pages: { profile: { fieldsProperties } } } } }))
  renderPortal('/profile', { server, person: GRACE })
  expect(await screen.findByLabelText(/^Job title/)).toHaveAttribute('readonly')
  expect(screen.queryByLabelText(/^Address/)).not.toBeInTheDocument()
  expect(screen.getByLabelText('Name')).not.toHaveAttribute('readonly')
})

test('leaving with unsaved changes is asked about', async () => {
  const { place } = renderPortal('/profile', { server, person: GRACE })
  server.use(http.get('*/sessions/v1/me', () => HttpResponse.json([])))
  await userEvent.type(await screen.findByLabelText('Name'), '!')
  await userEvent.click(screen.getByRole('link', { name: 'Privacy and sign-in' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stay on page' }))
  expect(place()).toBe('/profile')
  expect(screen.getByLabelText('Name')).toHaveValue('Grace Hopper!')

  await userEvent.click(screen.getByRole('link', { name: 'Privacy and sign-in' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave page' }))
  await waitFor(() => expect(place()).toBe('/privacy'))
})

test('a picture is removed', async () => {
  renderPortal('/profile', { server, person: { ...GRACE, profilePictureUrl: 'https://pictures.test/1.png' } })
  const sent = takeChanges()
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(sent).toEqual([{ profilePictureUrl: null }]))
  expect(await screen.findByText('Picture removed')).toBeVisible()
})

test('the kept square is as large as fits, and moves within the picture', () => {
  const wide = { width: 400, height: 200 }
  expect(keptSquare(wide, MIDDLE)).toEqual({ left: 100, top: 0, side: 200 })
  expect(keptSquare(wide, { ...MIDDLE, zoom: 2 })).toEqual({ left: 150, top: 50, side: 100 })
  expect(keptSquare(wide, moved(wide, MIDDLE, 0.25, 1))).toEqual({ left: 150, top: 0, side: 200 })
  expect(keptSquare(wide, moved(wide, MIDDLE, 9, 0)).left).toBe(200)
})

// jsdom draws nothing: the canvas is the one part of the way that is stood in for.
beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => undefined,
  } as unknown as ReturnType<HTMLCanvasElement['getContext']>)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done, type) {
    done(new Blob([`${this.width}x${this.height}`], { type: type ?? 'image/png' }))
  })
})
afterEach(() => vi.restoreAllMocks())

test('a picture is cropped to a square here and sent as one file', async () => {
  const { container } = renderPortal('/profile', { server, person: GRACE })
  const uploaded = vi.fn()
  const put = vi.spyOn(FormData.prototype, 'set')
  server.use(
    // jsdom's files cannot be read by Node's fetch, so that the form is looked at on its way.
    http.put('*/team/resources/profile/me/image/v1', ({ request }) => {
      uploaded(request.headers.get('content-type')?.split(';')[0])
      return HttpResponse.text('https://pictures.test/new.jpg')
    }),
  )
  await screen.findByRole('button', { name: 'Upload picture' })
  const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')
  await userEvent.upload(input as HTMLInputElement, new File(['…'], 'me.jpg', { type: 'image/jpeg' }))
  const dialog = await screen.findByRole('dialog', { name: 'Crop your picture' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save picture' }))
  expect(await screen.findByText('Picture changed')).toBeVisible()
  expect(uploaded).toHaveBeenCalledWith('multipart/form-data')
  const [field, picture] = put.mock.calls[0] as [string, Blob]
  expect([field, picture.type]).toEqual(['image', 'image/jpeg'])
})
