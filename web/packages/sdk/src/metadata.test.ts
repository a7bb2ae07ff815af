import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { loadIpMetadata, loadMetadata } from './metadata'
import { createSession } from './session'
import { fakeBrowser, foreignServer } from './testing'

const ROW = {
  id: 'v1',
  vendorId: 'v1',
  entityName: 'saml',
  configuration: { acsUrl: 'https://login.test/acs' },
  properties: [],
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
const server = foreignServer()
const { call, stop } = createSession({ baseUrl: 'http://gatehouse.test', environment: fakeBrowser().tab() })
stop()

test('metadata is read by its name, and said to be missing where there is none', async () => {
  server.use(
    http.get('*/metadata', ({ request }) => {
      const isSaml = new URL(request.url).searchParams.get('entityName') === 'saml'
      return HttpResponse.json({ rows: isSaml ? [ROW] : [] })
    }),
  )
  expect((await loadMetadata(call, 'saml')).configuration).toEqual({ acsUrl: 'https://login.test/acs' })
  await expect(loadMetadata(call, 'audits')).rejects.toThrow('metadata not found')
})

test('nothing known of an address is said, too', async () => {
  server.use(
    http.get('*/metadata/ip/:ip', ({ params }) =>
      params.ip === '203.0.113.7' ? HttpResponse.json({ ip: params.ip, country_code: 'NL' }) : new HttpResponse(null),
    ),
  )
  expect(await loadIpMetadata(call, '203.0.113.7', 'token')).toMatchObject({ country_code: 'NL' })
  await expect(loadIpMetadata(call, '198.51.100.1', 'token')).rejects.toThrow('ip metadata not found')
})
