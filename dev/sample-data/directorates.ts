/** The parts of the organisation; timeline items of the radar refer to them by id. */
export const DIRECTORATES = [
  { id: 0, name: 'Coastal Services (CS)', colour: '#1f77b4', default: true, enabled: true },
  { id: 1, name: 'Harbour Operations (HO)', colour: '#ff7f0e', default: false, enabled: true },
  { id: 2, name: 'Marine Data (MD)', colour: '#2ca02c', default: false, enabled: true },
  { id: 3, name: 'Corporate Digital (CD)', colour: '#9467bd', default: false, enabled: true },
  { id: 4, name: 'Survey Fleet (SF)', colour: '#8c564b', default: false, enabled: false },
]
