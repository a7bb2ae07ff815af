import { type AnyRouter, useRouteContext } from '@tanstack/react-router'
import type { ConsoleContext } from './console-context'

export const useConsoleContext = (): ConsoleContext =>
  useRouteContext<AnyRouter, '__root__'>({ from: '__root__' }) as ConsoleContext
