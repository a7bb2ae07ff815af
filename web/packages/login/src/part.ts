import { loadPart } from '@gatehouse/ui'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A component that comes when it is first shown. */
export const part = <Name extends string, Props>(
  load: () => Promise<{ readonly [Key in Name]: ComponentType<Props> }>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: (await loadPart(load))[name] }))
