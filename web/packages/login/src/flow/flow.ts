import type { ComponentType } from 'react'

/** Props of every step. `Required` names the facts that the step requires. */
export interface StepProps<Facts, Required extends keyof Facts = never> {
  readonly facts: Pick<Facts, Required> & Partial<Facts>
  /** No earlier step asked for anything in this visit. */
  readonly isFirst: boolean
  /** Goes to another step with a new history entry, and stores the patch. */
  readonly go: (step: string, found?: Patch<Facts>) => void
  /** Stores facts and stays on this step. */
  readonly setFacts: (found: Patch<Facts>) => void
}

/** `undefined` removes a fact. */
export type Patch<Facts> = { readonly [Name in keyof Facts]?: Facts[Name] | undefined }

export interface StepDefinition<Facts> {
  readonly requires: readonly (keyof Facts)[]
  readonly Component: ComponentType<StepProps<Facts, keyof Facts>>
  /**
   * The step shows nothing to answer: its history entry is replaced, because going back to it would only lead forward
   * again.
   */
  readonly skipInHistory?: boolean
}

export type Steps<Facts> = Readonly<Record<string, StepDefinition<Facts>>>

/** Creates `defineStep` for the facts of one flow. The compiler requires every fact that the component needs. */
export const createStepDefiner =
  <Facts>() =>
  <Required extends keyof Facts = never>(
    Component: ComponentType<StepProps<Facts, NoInfer<Required>>>,
    ...requires: readonly Required[]
  ): StepDefinition<Facts> => ({ requires, Component: Component as StepDefinition<Facts>['Component'] })

/** Marks a step that continues by itself, so that it leaves no history entry. */
export const skippedInHistory = <Facts>(definition: StepDefinition<Facts>): StepDefinition<Facts> => ({
  ...definition,
  skipInHistory: true,
})

/**
 * Returns the step to show for the `wanted` one of the browser's history: that step if every required fact is known,
 * otherwise the first. A reload keeps typed values but no secrets, and links may name unknown steps.
 */
export function resolveStep<Facts>(
  steps: Steps<Facts>,
  first: string,
  wanted: string | undefined,
  facts: Patch<Facts>,
): string {
  const definition = wanted !== undefined && Object.hasOwn(steps, wanted) ? steps[wanted] : undefined
  const isKnown = (name: keyof Facts) => facts[name] !== undefined && facts[name] !== ''
  return wanted !== undefined && definition?.requires.every(isKnown) ? wanted : first
}
