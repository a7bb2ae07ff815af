import { loadChunk } from '@gatehouse/ui'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type LazyChunk<Module, Name extends keyof Module> =
  Module[Name] extends ComponentType<infer Props> ? LazyExoticComponent<ComponentType<Props>> : never

/** Lazily loads a component of a module when it is first rendered. */
export const lazyChunk = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazy(async () => ({ default: (await loadChunk(load))[name] as ComponentType })) as LazyChunk<Module, Name>
