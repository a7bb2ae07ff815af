import type { ApiClient } from '@gatehouse/api'
import { useApi, useSession } from '@gatehouse/react'
import { errorText, isNetworkError, toast } from '@gatehouse/ui'
// biome-ignore lint/style/noRestrictedImports: this is what the others use instead.
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { replaceRow } from './replace-row'

type ToastText = string | { readonly tone: 'success' | 'error' | 'info'; readonly text: string }

interface Row {
  readonly id: string
}

/** A change on the server, and everything that follows from it here. Declared in `x.queries.ts`, used by `useAction`. */
export interface Action<Input, Answer = unknown> {
  call(api: ApiClient, input: Input): Promise<Answer>
  /** The beginnings of the keys whose data may be old afterwards. The first is that of the rows below. */
  readonly invalidates: readonly QueryKey[]
  /** What a toast says when it is done; none where the screen says it. */
  done?(input: Input, answer: Answer): ToastText | undefined
  /** What a toast says of a refusal that no dialog shows; its reason alone without this. */
  refused?(input: Input, reason: string): string
  /** Shown at once, in all lists and in the details, and as before when the server refuses. */
  optimistic?(input: Input): { readonly before: Row; readonly after: Row }
  /** The ids of what is gone: no longer selected, and not asked for again. */
  deletedIds?(input: Input, answer: Answer): readonly string[]
  /** Puts the answer into the cache, where reading again is not enough. `run` waits for it. */
  updateCache?(queryClient: QueryClient, answer: Answer, input: Input): unknown
  /** It changes the signed-in person or their tenant. */
  readonly changesPerson?: boolean
  /** The server has nothing new to say of it: nothing is read anew. */
  readonly isLocal?: boolean
}

export const defineAction = <Input, Answer>(action: Action<Input, Answer>): Action<Input, Answer> => action

export interface RunningAction<Input, Answer> {
  /** For dialogs and forms, which show a refusal themselves: it rejects. */
  readonly run: (input: Input) => Promise<Answer>
  /** For everything else: a refusal becomes a toast. */
  readonly start: (input: Input) => void
  readonly isRunning: boolean
}

interface Options {
  /** `run` ends when what it changed has been read again, not when the server has answered. */
  readonly awaitRefetch?: boolean
}

/** The one way to change something: it tells, it goes back when refused, and it reads anew whatever it touched. */
export function useAction<Input, Answer>(
  action: Action<Input, Answer>,
  { awaitRefetch = false }: Options = {},
): RunningAction<Input, Answer> {
  const api = useApi()
  const session = useSession()
  const queryClient = useQueryClient()
  const [key] = action.invalidates
  const { mutateAsync, isPending } = useMutation({
    ...(key && { mutationKey: key }),
    meta: { deletedIds: action.deletedIds as DeletedIds | undefined },
    mutationFn: (input: Input) => action.call(api, input),
    // An answer may be a secret: it is forgotten with the screen.
    gcTime: 0,
    async onMutate(input) {
      if (!action.optimistic || !key) return
      await queryClient.cancelQueries({ queryKey: key })
      replaceRow(queryClient, key, action.optimistic(input).after)
    },
    onError(_error, input) {
      if (action.optimistic && key) replaceRow(queryClient, key, action.optimistic(input).before)
    },
    async onSuccess(answer, input) {
      if (action.changesPerson) await session.reloadUser()
      await action.updateCache?.(queryClient, answer, input)
      showToast(action.done?.(input, answer))
    },
    onSettled(answer, error, input) {
      if (action.isLocal) return
      // While another change is on its way, a list read now would show the row without it.
      if (action.optimistic && key && queryClient.isMutating({ mutationKey: key }) > 1) return
      const gone = error === null && action.deletedIds ? action.deletedIds(input, answer as Answer) : []
      const read = readAnew(queryClient, action.invalidates, gone)
      return awaitRefetch ? read : undefined
    },
  })

  function start(input: Input) {
    mutateAsync(input).catch((error: unknown) => {
      const reason = errorText(error)
      // That nothing was done is not known where no answer came; the screen shows it, read anew.
      toast.error(action.refused && !isNetworkError(error) ? action.refused(input, reason) : reason)
    })
  }
  return { run: mutateAsync, start, isRunning: isPending }
}

function showToast(message: ToastText | undefined): void {
  if (message === undefined) return
  const { tone, text } = typeof message === 'string' ? { tone: 'success' as const, text: message } : message
  toast[tone](text)
}

async function readAnew(queryClient: QueryClient, keys: readonly QueryKey[], gone: readonly string[]): Promise<void> {
  // The details of what is gone would answer "not found" while their drawer closes.
  const isGone = (key: QueryKey) => gone.some((id) => key.includes(id))
  await Promise.all(
    keys.map((queryKey) => queryClient.invalidateQueries({ queryKey, predicate: (query) => !isGone(query.queryKey) })),
  )
}

type DeletedIds = (input: unknown, answer: unknown) => readonly string[]

/** Tells the ids of rows that an action has removed, wherever on the page it ran. */
export function useRemovals(onRemoved: (ids: readonly string[]) => void): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return
        const { meta, state } = event.mutation
        const deletedIds = meta?.deletedIds as DeletedIds | undefined
        if (deletedIds) onRemoved(deletedIds(state.variables, state.data))
      }),
    [queryClient, onRemoved],
  )
}
