import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach } from 'vitest'
import { person, role, toSingleUser, usersPage } from '../testing'
import type { TeamUser } from '../wire'

export const server = cannedServer(
  ...boot(),
  http.get('*/team/resources/sso/v1/users/:id/links', () => HttpResponse.json([])),
)

export const EDITOR = role('Editor')

export const VIEWER = role('Viewer')

export const GRACE = person('Grace Hopper', { roles: [EDITOR] })

export const ALAN = person('Alan Turing', { activatedForTenant: false })

export const USERS = '*/identity/resources/users/v2'

export const MEMBERS = '*/team/resources/members/v1'

/** What the list was asked for, newest last. */
export const asked: URLSearchParams[] = []

export function withUsers(users: () => readonly TeamUser[] = () => [GRACE, ALAN], total?: number) {
  server.use(
    http.get(USERS, ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return usersPage(users(), total)
    }),
    http.get('*/team/resources/roles/v1', () => HttpResponse.json({ items: [EDITOR, VIEWER] })),
    http.get('*/audits/resources/audits/v2', () => HttpResponse.json({ data: [], total: 0 })),
    http.get('*/identity/resources/users/v1/:id', ({ params }) =>
      HttpResponse.json(toSingleUser(users().find(({ id }) => id === params.id) ?? GRACE)),
    ),
  )
}

beforeEach(() => {
  asked.length = 0
  localStorage.clear()
})

export const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

export async function act(name: string, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

export const sent = (name: string) => asked.at(-1)?.getAll(name)
