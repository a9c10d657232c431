import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { type IslandName, islands } from './islands.tsx'

export function hydrateIslands() {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const { island, props = '{}' } = element.dataset
    const Island = islands[island as IslandName] as ComponentType<object>
    hydrateRoot(element, <Island {...JSON.parse(props)} />, { identifierPrefix: island })
  }
}
