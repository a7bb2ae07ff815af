import { loadPart } from '@gatehouse/ui'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type Part<Module, Name extends keyof Module> =
  Module[Name] extends ComponentType<infer Props> ? LazyExoticComponent<ComponentType<Props>> : never

/** A component of a module that comes when the component is first shown. */
export const part = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazy(async () => ({ default: (await loadPart(load))[name] as ComponentType })) as Part<Module, Name>
