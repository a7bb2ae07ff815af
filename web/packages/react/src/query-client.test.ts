import { onlineManager } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client'

test('a change without a network is refused at once, and is not done later', async () => {
  const client = createQueryClient('acme', {})
  const mutationFn = vi.fn().mockRejectedValue(new Error('no network'))
  onlineManager.setOnline(false)
  const change = client.getMutationCache().build(client, { mutationFn })
  await expect(change.execute(undefined)).rejects.toThrow('no network')
  onlineManager.setOnline(true)
  await client.resumePausedMutations()
  expect(mutationFn).toHaveBeenCalledTimes(1)
})
