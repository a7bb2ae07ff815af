import { Tooltip } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { i18n } from './i18n'
import { t, useT } from './texts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30 * DAY

/** "3 minutes ago", "in 2 days"; the date itself beyond a month, in UTC if `utc` is set. */
export function formatRelative(time: Date, now: number, language = i18n.language, utc = false): string {
  const distance = time.getTime() - now
  if (Math.abs(distance) < MINUTE) return t('time.justNow')
  if (Math.abs(distance) > MONTH) return utc ? formatDay(time, language) : getFormats(language).date.format(time)
  const { relative } = getFormats(language)
  if (Math.abs(distance) < HOUR) return relative.format(Math.trunc(distance / MINUTE), 'minute')
  if (Math.abs(distance) < DAY) return relative.format(Math.trunc(distance / HOUR), 'hour')
  // "Yesterday" is the previous calendar day, however many hours ago.
  return relative.format(calendarDay(time, utc) - calendarDay(new Date(now), utc) || Math.sign(distance), 'day')
}

/** Returns the number of a calendar day, in the browser's time zone or in UTC. */
function calendarDay(time: Date, utc: boolean): number {
  const midnight = utc ? time.getTime() : Date.UTC(time.getFullYear(), time.getMonth(), time.getDate())
  return Math.floor(midnight / DAY)
}

/** Formats a day in UTC, labeled as such because there is no time. */
export function formatDay(time: Date, language = i18n.language): string {
  return t('time.utc', { day: getFormats(language).day.format(time) })
}

/** Formats to the second, with the time zone. */
export function formatExact(time: Date, language = i18n.language, utc = false): string {
  return getFormats(language)[utc ? 'exactUtc' : 'exact'].format(time)
}

// Creating a format takes a hundred times longer than using it, and a table has forty times.
function makeFormats(language: string) {
  return {
    date: new Intl.DateTimeFormat(language, { dateStyle: 'medium' }),
    day: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }),
    exact: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long' }),
    exactUtc: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }),
    relative: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
  }
}

const formats = new Map<string, ReturnType<typeof makeFormats>>()

function getFormats(language: string) {
  const known = formats.get(language) ?? makeFormats(language)
  formats.set(language, known)
  return known
}

interface RelativeTimeProps {
  value: string | number | Date
  /** Off in rows that are one tab stop; the exact time is then shown on hover only. */
  focusable?: boolean
  /** For periods that end with a UTC day: shows the date in UTC and says so. */
  utc?: boolean
  /** The sentence that contains the time; alone it is capitalized. */
  sentence?: (when: string) => string
}

export function RelativeTime({ value, focusable = true, utc = false, sentence }: RelativeTimeProps) {
  useT()
  const now = useSyncExternalStore(subscribeToMinutes, getCurrentMinute)
  const time = new Date(value)
  if (Number.isNaN(time.getTime())) return null
  const when = formatRelative(time, now, i18n.language, utc)
  return (
    <Tooltip label={formatExact(time, i18n.language, utc)}>
      <time dateTime={time.toISOString()} tabIndex={focusable ? 0 : undefined} suppressHydrationWarning>
        {sentence ? sentence(when) : capitalize(when, i18n.language)}
      </time>
    </Tooltip>
  )
}

const capitalize = (words: string, language: string) => words.charAt(0).toLocaleUpperCase(language) + words.slice(1)

// One shared timer, which runs only while it is needed.
const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribeToMinutes(notify: () => void) {
  watchers.add(notify)
  timer ??= setInterval(() => {
    for (const watcher of watchers) watcher()
  }, MINUTE / 2)
  return () => {
    watchers.delete(notify)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

// Rounded, because a store must return a stable value between two ticks.
const getCurrentMinute = () => Math.floor(Date.now() / (MINUTE / 2)) * (MINUTE / 2)
