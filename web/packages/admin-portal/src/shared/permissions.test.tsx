import { GatehouseProvider } from '@gatehouse/react'
import { createSession } from '@gatehouse/sdk'
import { boot, cannedServer, fakeBrowser, signedIn } from '@gatehouse/sdk/testing'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Section } from '../section'
import { readOnly } from '../testing'
import { usePermissions } from './permissions'

cannedServer(...boot(), ...signedIn(readOnly('fe.secure.read.*')))

function WhatIMay() {
  const can = usePermissions()
  // @ts-expect-error The permission is `users`, not `user`: the compiler reports misspelled permissions.
  const misspelled = can('fe.secure.read.user')
  return <>{`read ${can('fe.secure.read.users')}, write ${can('fe.secure.write.users')}, ${typeof misspelled}`}</>
}

test('permissions are checked by the server’s keys', async () => {
  const session = createSession({ baseUrl: 'http://gatehouse.test', environment: fakeBrowser().tab() })
  render(
    <GatehouseProvider session={session} loginUrl="/account/login">
      <WhatIMay />
    </GatehouseProvider>,
  )
  expect(await screen.findByText('read true, write false, boolean')).toBeInTheDocument()
})

test('a section names permissions that there are', () => {
  // @ts-expect-error
  const misspelled: Pick<Section, 'permissions'> = { permissions: ['fe.secure.read.user'] }
  const right: Pick<Section, 'permissions'> = { permissions: ['fe.secure.read.users'] }
  expect(misspelled).not.toEqual(right)
})
