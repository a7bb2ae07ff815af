import { expect, test } from 'vitest'
import { findResponseProblems } from './testing/response-schema'

const CALL = new Request('http://gatehouse.test/identity/resources/users/temporary/v1/configuration')
const answer = (body: object, status = 200) => Response.json(body, { status })

test('an answer is as it is described', async () => {
  expect(await findResponseProblems(CALL, answer({ enabled: true }))).toEqual([])
})

test('what is missing, foreign or of another kind is named', async () => {
  expect(await findResponseProblems(CALL, answer({}))).toEqual([expect.stringContaining("required property 'enabled'")])
  expect(await findResponseProblems(CALL, answer({ enabled: 'yes' }))).toEqual([
    expect.stringContaining('/enabled must be boolean'),
  ])
  expect(await findResponseProblems(CALL, answer({ enabled: true, until: 1 }))).toEqual([
    expect.stringContaining('until'),
  ])
})

test('ids in a path and the prefix of older clients lead to the same description', async () => {
  const call = new Request('http://gatehouse.test/frontegg/identity/resources/users/v1/u1')
  expect(await findResponseProblems(call, answer({ id: 'u1' }))).not.toEqual([])
})

test('refusals and calls without a description are not judged', async () => {
  expect(await findResponseProblems(CALL, answer({ anything: true }, 403))).toEqual([])
  expect(await findResponseProblems(new Request('http://elsewhere.test/x'), answer({ anything: true }))).toEqual([])
})
