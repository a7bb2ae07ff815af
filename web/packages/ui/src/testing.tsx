import { type RenderResult, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { UiProvider } from './ui-provider'

/** Renders as an app would, without transitions. For tests only. */
export function renderUi(element: ReactElement): RenderResult {
  return render(element, { wrapper: ({ children }) => <UiProvider env="test">{children}</UiProvider> })
}
