import type { ComponentType } from 'react'

/** What every step gets. `Taken`: the facts that it cannot do without. */
export interface StepProps<Facts, Taken extends keyof Facts = never> {
  readonly facts: Pick<Facts, Taken> & Partial<Facts>
  /** A fresh visit begins here: no step before this one asked anything. */
  readonly isFirst: boolean
  /** To another step, which going back leaves again; with what was found out on the way. */
  readonly go: (step: string, found?: Found<Facts>) => void
  /** Keeps what was found out, and stays. */
  readonly learn: (found: Found<Facts>) => void
}

/** Undefined takes a fact back. */
export type Found<Facts> = { readonly [Name in keyof Facts]?: Facts[Name] | undefined }

export interface StepDefinition<Facts> {
  readonly takes: readonly (keyof Facts)[]
  readonly Component: ComponentType<StepProps<Facts, keyof Facts>>
  /** It asks nobody anything: going back leads past it, since it would only lead forward again. */
  readonly passes?: boolean
}

export type Steps<Facts> = Readonly<Record<string, StepDefinition<Facts>>>

/** `step` for the facts of one flow. The compiler asks for whatever the component cannot do without. */
export const stepOf =
  <Facts>() =>
  <Taken extends keyof Facts = never>(
    Component: ComponentType<StepProps<Facts, NoInfer<Taken>>>,
    ...takes: readonly Taken[]
  ): StepDefinition<Facts> => ({ takes, Component: Component as StepDefinition<Facts>['Component'] })

/** One that finds out by itself where to go on. */
export const passing = <Facts>(definition: StepDefinition<Facts>): StepDefinition<Facts> => ({
  ...definition,
  passes: true,
})

/**
 * The step to show where the browser's history asks for `wanted`: that one if everything it takes is known, else the
 * first. A reload keeps what was typed and forgets what is secret; links may ask for steps that never were.
 */
export function stepAt<Facts>(
  steps: Steps<Facts>,
  first: string,
  wanted: string | undefined,
  facts: Found<Facts>,
): string {
  const definition = wanted !== undefined && Object.hasOwn(steps, wanted) ? steps[wanted] : undefined
  const isKnown = (name: keyof Facts) => facts[name] !== undefined && facts[name] !== ''
  return wanted !== undefined && definition?.takes.every(isKnown) ? wanted : first
}
