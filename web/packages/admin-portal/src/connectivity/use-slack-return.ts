import { useSession } from '@gatehouse/react'
import { errorText, toast } from '@gatehouse/ui'
import { useEffect, useRef } from 'react'
import { useAction } from '../shared/action'
import { useNavigate, useSearch } from '../shared/router'
import { t } from './connectivity.texts'
import { connectSlack } from './slack.actions'

const STATE = 'gatehouse.slack.state'

/** The way to Slack, which comes back to this page with a code. Only who left from this tab is heard. */
export function useWayToSlack(): (authorizeUrl: string) => void {
  const { environment } = useSession()
  return (authorizeUrl) => {
    const state = crypto.randomUUID()
    environment.tabStorage.setItem(STATE, state)
    const target = new URL(authorizeUrl)
    target.searchParams.set('state', state)
    target.searchParams.set('redirect_uri', withoutQuery(environment.href()))
    environment.navigate(target.href)
  }
}

/** Hands over the code that Slack gave; whether that is under way. */
export function useSlackReturn(): boolean {
  const { environment } = useSession()
  const { code, state, error } = useSearch()
  const navigate = useNavigate()
  const connect = useAction(connectSlack)
  const isTaken = useRef(false)

  useEffect(() => {
    if ((code === undefined && error === undefined) || isTaken.current) return
    isTaken.current = true
    const expected = environment.tabStorage.getItem(STATE)
    environment.tabStorage.removeItem(STATE)
    const redirectUri = withoutQuery(environment.href())
    void navigate({ to: '.', search: {}, replace: true })
    if (error !== undefined || !expected || String(state) !== expected) return toast.error(t('slack.notPermitted'))
    connect.run({ code: String(code), redirectUri }).catch((reason: unknown) => toast.error(errorText(reason)))
  }, [code, state, error, environment, navigate, connect])
  return connect.isRunning
}

const withoutQuery = (href: string): string => href.replace(/[?#].*$/, '')
