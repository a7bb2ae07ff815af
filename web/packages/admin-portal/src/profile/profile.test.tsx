import { boot, cannedServer, recorded, refusal, signedIn } from '@gatehouse/sdk/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onlyPassword, readOnly, renderPortal } from '../testing'
import { changedMetadata } from './metadata'

const server = cannedServer(...boot())

const METADATA = JSON.stringify({ theme: 'solar', jobTitle: 'Admiral', nested: { kept: [1] } })
const GRACE = { ...readOnly(), name: 'Grace Hopper', email: 'grace@acme.test', metadata: METADATA }

function takeChanges() {
  const sent: Record<string, unknown>[] = []
  server.use(
    http.put('*/identity/resources/users/v2/me', async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>)
      return HttpResponse.json(recorded.ME)
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

test('what is typed while a save is on its way stays, to be saved next', async () => {
  renderPortal('/profile', { server, person: GRACE })
  let arrive: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  server.use(
    http.put('*/identity/resources/users/v2/me', async () => {
      await arrived
      return HttpResponse.json({ ...recorded.ME, ...GRACE, name: 'Grace B. Hopper' })
    }),
  )
  const name = await screen.findByLabelText('Name')
  await userEvent.clear(name)
  await userEvent.type(name, 'Grace B. Hopper')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await userEvent.type(screen.getByLabelText(/^Address/), '1 Navy Yard')
  arrive()
  expect(await screen.findByText('Profile saved')).toBeVisible()
  expect(screen.getByLabelText(/^Address/)).toHaveValue('1 Navy Yard')
  const sent = takeChanges()
  await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    metadata: { theme: 'solar', jobTitle: 'Admiral', nested: { kept: [1] }, address: '1 Navy Yard' },
  })
})

test.each(['not json', '[1]', 'null', '', undefined])('metadata that is %s starts afresh', (before) => {
  expect(changedMetadata(before, { jobTitle: 'Admiral', address: '' })).toEqual({ jobTitle: 'Admiral' })
})

test('unchanged metadata is not sent', () => {
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
  server.use(
    http.get('*/sessions/v1/me', () => HttpResponse.json([])),
    ...onlyPassword(),
  )
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

// jsdom lays out, loads and draws nothing: a wide picture of 400 by 200 pixels stands in a frame of 280.
const drawImage = vi.fn()
const size = (width: number, height: number) => ({ width, height, top: 0, left: 0, right: width, bottom: height })
beforeEach(() => {
  drawImage.mockClear()
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
  const { prototype: image } = HTMLImageElement
  vi.spyOn(image, 'naturalWidth', 'get').mockReturnValue(400)
  vi.spyOn(image, 'naturalHeight', 'get').mockReturnValue(200)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(560)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(280)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(size(280, 280) as DOMRect)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(280)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(280)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage,
  } as unknown as ReturnType<HTMLCanvasElement['getContext']>)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done, type) {
    done(new Blob([`${this.width}x${this.height}`], { type: type ?? 'image/png' }))
  })
})
afterEach(() => vi.restoreAllMocks())

async function choosePicture() {
  renderPortal('/profile', { server, person: GRACE })
  await screen.findByRole('button', { name: 'Upload picture' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  await userEvent.upload(input as HTMLInputElement, new File(['…'], 'me.jpg', { type: 'image/jpeg' }))
  const dialog = await screen.findByRole('dialog', { name: 'Crop your picture' })
  const picture = await waitFor(() => {
    const found = dialog.querySelector('img')
    if (!found) throw new Error('no picture yet')
    return found
  })
  return { dialog: within(dialog), picture }
}

const save = (dialog: ReturnType<typeof within>) =>
  userEvent.click(dialog.getByRole('button', { name: 'Save picture' }))

test('a picture is cropped to the square in its middle and sent as one file', async () => {
  const uploaded = vi.fn()
  const put = vi.spyOn(FormData.prototype, 'set')
  server.use(
    // jsdom's files cannot be read by Node's fetch, so that the form is looked at on its way.
    http.put('*/team/resources/profile/me/image/v1', ({ request }) => {
      uploaded(request.headers.get('content-type')?.split(';')[0])
      return HttpResponse.text('https://pictures.test/new.jpg')
    }),
  )
  const { dialog, picture } = await choosePicture()
  await waitFor(() => expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveFocus())
  fireEvent.load(picture)
  expect(await dialog.findByRole('group', { name: 'Picture. The area inside the circle is kept.' })).toHaveAttribute(
    'tabindex',
    '0',
  )
  await save(dialog)
  expect(await screen.findByText('Picture changed')).toBeVisible()
  expect(uploaded).toHaveBeenCalledWith('multipart/form-data')
  const [field, sent] = put.mock.calls[0] as [string, Blob]
  expect([field, sent.type]).toEqual(['image', 'image/jpeg'])
  expect(drawImage).toHaveBeenCalledExactlyOnceWith(picture, 100, 0, 200, 200, 0, 0, 512, 512)
})

test('arrow keys move the picture, and the slider enlarges it', async () => {
  server.use(http.put('*/team/resources/profile/me/image/v1', () => HttpResponse.text('https://pictures.test/new.jpg')))
  const { dialog, picture } = await choosePicture()
  fireEvent.load(picture)
  const area = await dialog.findByRole('group', { name: 'Picture. The area inside the circle is kept.' })
  area.focus()
  for (let press = 0; press < 30; press += 1) await userEvent.keyboard('{ArrowRight}')
  dialog.getByRole('slider', { name: 'Zoom' }).focus()
  await userEvent.keyboard('{End}')
  await save(dialog)
  expect(await screen.findByText('Picture changed')).toBeVisible()
  const [, x, , width] = drawImage.mock.calls[0] as number[]
  expect(width).toBe(50)
  // The middle would begin at 175.
  expect(x).toBe(150)
})

test('a file that is no picture is said to be none', async () => {
  const { dialog, picture } = await choosePicture()
  fireEvent.error(picture)
  expect(await dialog.findByText(/This file is not a/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Save picture' })).toBeDisabled()
})

test('a member without permissions leaves the organization by typing its name', async () => {
  const { session } = renderPortal('/profile', { server, person: GRACE })
  const left: string[] = []
  server.use(
    http.delete('*/identity/resources/users/v1/me/tenants/:tenantId', ({ params }) => {
      left.push(String(params.tenantId))
      return new HttpResponse(null)
    }),
    http.post('*/auth/v1/logout', () => new HttpResponse(null)),
  )
  const { name, tenantId } = recorded.TENANT
  await userEvent.click(await screen.findByRole('button', { name: 'Leave organization' }))
  const dialog = await screen.findByRole('dialog', { name: `Leave ${name}?` })
  const verb = within(dialog).getByRole('button', { name: 'Leave organization' })
  await userEvent.click(verb)
  expect(left).toEqual([])
  await userEvent.type(within(dialog).getByRole('textbox'), name)
  await userEvent.click(verb)
  await waitFor(() => expect(left).toEqual([tenantId]))
  await waitFor(() => expect(session.getSnapshot().status).toBe('anonymous'))
})

test('the last administrator reads why they cannot leave', async () => {
  renderPortal('/profile', { server, person: GRACE })
  server.use(
    http.delete('*/users/v1/me/tenants/:tenantId', () =>
      refusal(409, 'members.last_admin', 'This is the last administrator. Make another user an administrator first.'),
    ),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Leave organization' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByRole('textbox'), recorded.TENANT.name)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave organization' }))
  expect(await within(dialog).findByText(/last administrator/)).toBeVisible()
})
