import { type ApiError, createClient, unwrap } from '@gatehouse/api'
import { ErrorState, Loading, UiProvider, type UiProviderProps } from '@gatehouse/ui'
import { useEffect, useMemo, useState } from 'react'
import '@gatehouse/ui/portal.css'
import '../shared/refusals'
import { LinkExpired } from './link-expired'
import type { Owner } from './owner'
import { OwnerForm } from './owner-form'
import { SetUpDone } from './set-up-done'

interface SetUpProps extends Pick<UiProviderProps, 'env'> {
  /** The fragment of the URL that the server printed. */
  readonly token: string
  readonly baseUrl?: string
}

type State = 'checking' | 'open' | 'over' | 'done' | { readonly failed: ApiError }

/** Set-up page, on which the operator of a new installation creates the first owner account. */
export function SetUp({ token, baseUrl = '', env }: SetUpProps) {
  const api = useMemo(() => createClient({ baseUrl }), [baseUrl])
  const [state, setState] = useState<State>('checking')
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    let isWanted = true
    const end = (next: State) => isWanted && setState(next)
    unwrap(api.POST('/vendor/resources/first-owner/v1/verify', { body: { token } })).then(
      () => end('open'),
      (failed: ApiError) => end(isExpired(failed) ? 'over' : { failed }),
    )
    return () => {
      isWanted = false
    }
  }, [api, token, attempt])

  async function createOwner(owner: Owner) {
    try {
      await unwrap(api.POST('/vendor/resources/first-owner/v1', { body: { token, ...owner } }))
      setState('done')
    } catch (error) {
      if (!isExpired(error as ApiError)) throw error
      setState('over')
    }
  }
  function retry() {
    setState('checking')
    setAttempt((before) => before + 1)
  }

  return <UiProvider env={env}>{renderState()}</UiProvider>

  function renderState() {
    if (state === 'checking') return <Loading size="page" />
    if (state === 'open') return <OwnerForm onSubmit={createOwner} />
    if (state === 'done') return <SetUpDone />
    if (state === 'over') return <LinkExpired />
    return <ErrorState size="page" error={state.failed} onRetry={retry} />
  }
}

/** A token of another length is rejected by validation; it is not valid either. */
const isExpired = ({ code, status }: ApiError) => code === 'first_owner.link_over' || status === 422
