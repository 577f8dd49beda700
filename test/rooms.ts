// The plan of the house: the rooms of core on their floors, and every folder of the first level with what it holds.

/** The rooms of core, from the top down: its folders, and the files at its root. A room imports from the floors below its own. */
export const FLOORS: readonly (readonly string[])[] = [
  ['world', 'formats'],
  ['step'],
  ['contract'],
  ['control'],
  ['faults', 'grounds'],
  ['domains'],
  ['observations'],
  ['tree'],
  ['text'],
  ['errors']
]

/** @returns `undefined` for a file that stands in no room */
export const roomOf = (file: string): string | undefined =>
  FLOORS.flat().find((room) => file === `src/core/${room}.ts` || file.startsWith(`src/core/${room}/`))

/** What each place holds. A folder that is not here has no place in the house; `docs/architecture.md` prints this list. */
export const PLAN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/core': {
    world: 'the path of one step, from an action to a commit',
    formats: 'how worlds are written for other programs, and read from them',
    step: 'the parts of that path: prompt, request, reading an answer, preview',
    contract: 'the calls between the host and everything that uses it',
    control: 'what is done with a world: scenarios, checks, variations, evaluation',
    faults: 'what goes wrong on purpose: perturbations, their triggers and presets',
    grounds: 'answers that rules can compute: initial states, programs, invented facts',
    domains: 'the kinds of world: what their actions are and how failures look in them',
    observations: 'how an observation is read: screens, documents, terminals',
    tree: 'what is stored, and what core asks of its surroundings',
    text: 'plain functions on text: JSON, patterns, names of files',
    errors: 'the error that everything throws'
  },
  'src/host': {
    agents: 'links by which agents act in worlds, and the built-in agent',
    commands: 'the command line, one file a command',
    contract: 'the handlers of the contract, one file a topic',
    control: 'runs, their reports, evaluation, scripts of checks',
    data: 'the data folder: settings, files, a full disk',
    database: 'the store on SQLite, its migrations and locks',
    domains: 'tools of worlds: read from files and live servers, answered by a real server',
    doors: 'who may call the contract, and how: HTTP, agents, the files of the window',
    'engine-process': 'the process that runs the model',
    engines: 'what answers: a model in our process, a server, a recording',
    formats: 'importing and exporting files and streams',
    grounds: 'what computes answers: the machine, reference servers, programs, facts',
    launch: 'what `npm start` needs: building, and finding Electron or a browser',
    library: 'scenarios, recordings and prompt packs, ours and the user’s own',
    models: 'finding, choosing, measuring, downloading and deleting model files',
    network: 'the proxy',
    process: 'starting programs with consent and ending them with all they started; talking to processes of our own'
  },
  'src/main': {},
  'src/preload': {},
  'src/renderer': {
    agents: 'agents at work in the open world',
    control: 'scenarios, their results, comparison, variations',
    dialogs: 'the frame of dialogs, the palette, the help',
    faults: 'the gallery of perturbations and their forms',
    formats: 'the export and import dialogs',
    grounds: 'fictional worlds in tables',
    models: 'the models of this machine',
    observations: 'how an observation is drawn, and how a gesture becomes an action',
    player: 'the page that an exported world is played in',
    store: 'what the window knows, and every action a person can take',
    worlds: 'the panels of an open world, and making a new one'
  },
  test: {
    attack: 'hostile input: random, huge, broken, slow',
    bench: 'what `orrery bench` measures',
    contract: 'one suite that runs through each door',
    core: 'core, room by room',
    doors: 'the clients of other programs at the doors for agents',
    e2e: 'the whole app in a real browser',
    electron: 'a stand-in for Electron',
    fixtures: 'files that tests read',
    formats: 'exports in the readers of other programs',
    grounds: 'recorded sessions that grounds must repeat',
    host: 'the host, room by room',
    model: 'with a real model',
    record: 'scripts that record samples from real programs',
    renderer: 'parts of the window without a browser'
  }
}
