import { hydrateRoot } from 'react-dom/client'
import { Desk } from './desk.tsx'

const [root, props] = ['desk', 'props'].map((id) => document.getElementById(id))
if (root && props) hydrateRoot(root, <Desk {...JSON.parse(props.textContent)} />)
