import { fireEvent, type RenderResult, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { UiProvider } from './ui-provider'

/** Renders as an app would, without transitions. For tests only. */
export function renderUi(element: ReactElement): RenderResult {
  return render(element, { wrapper: ({ children }) => <UiProvider env="test">{children}</UiProvider> })
}

/** Types a part of a date as browsers report it: an empty value marked as bad input. jsdom does not support it. */
export function typePartOfDate(field: HTMLElement) {
  fireEvent.change(field, { target: { value: '' } })
  Object.defineProperty(field, 'validity', { value: { badInput: true }, configurable: true })
  fireEvent.keyUp(field)
}
