"""What can be imported from grundy, for editors and type checkers; written by `tools/make_stub.py`."""

from grundy import digraphs as digraphs
from grundy.boards.coins import CoinGame as CoinGame
from grundy.boards.heaps import HeapGame as HeapGame
from grundy.core.budget import Budget as Budget
from grundy.core.game import Game as Game
from grundy.core.game import Move as Move
from grundy.core.nimbers import mex as mex
from grundy.core.nimbers import nim_divide as nim_divide
from grundy.core.nimbers import nim_inverse as nim_inverse
from grundy.core.nimbers import nim_power as nim_power
from grundy.core.nimbers import nim_product as nim_product
from grundy.core.nimbers import nim_quadratic as nim_quadratic
from grundy.core.nimbers import nim_sqrt as nim_sqrt
from grundy.core.nimbers import nim_sum as nim_sum
from grundy.core.numbers import frobenius as frobenius
from grundy.core.numbers import zeckendorf as zeckendorf
from grundy.core.ordinals import Ordinal as Ordinal
from grundy.core.ordinals import omega as omega
from grundy.core.period import Period as Period
from grundy.core.ruleset import Ruleset as Ruleset
from grundy.errors import GrundyError as GrundyError
from grundy.expressions import parse as parse
from grundy.expressions import parse_ruleset as parse_ruleset
from grundy.games.acrostic_twins import AcrosticTwins as AcrosticTwins
from grundy.games.antonim.rules import Antonim as Antonim
from grundy.games.arc_kayles.rules import ArcKayles as ArcKayles
from grundy.games.at_least_half import AtLeastHalf as AtLeastHalf
from grundy.games.at_most_half import AtMostHalf as AtMostHalf
from grundy.games.blocking_wythoff.rules import BlockingWythoff as BlockingWythoff
from grundy.games.bounded_nim.rules import BoundedNim as BoundedNim
from grundy.games.boxing_match.rules import BoxingMatch as BoxingMatch
from grundy.games.chocolate.rules import Chocolate as Chocolate
from grundy.games.chomp.rules import Chomp as Chomp
from grundy.games.chomp.rules import Chomp3d
from grundy.games.chomp.rules import DivisorChomp as DivisorChomp
from grundy.games.choose_heap import ChooseHeap as ChooseHeap
from grundy.games.circular_kayles.dawsons import CircularDawsonsKayles as CircularDawsonsKayles
from grundy.games.circular_kayles.rules import CircularKayles as CircularKayles
from grundy.games.circular_nim.rules import CircularNim as CircularNim
from grundy.games.coin_subtraction import CoinSubtractionOneOrTwo as CoinSubtractionOneOrTwo
from grundy.games.coin_subtraction import CoinSubtractionPileForm as CoinSubtractionPileForm
from grundy.games.coin_subtraction import CoinSubtractionTwoCoins as CoinSubtractionTwoCoins
from grundy.games.coin_turning import Grunt as Grunt
from grundy.games.coin_turning import MockTurtles as MockTurtles
from grundy.games.coin_turning import Ruler as Ruler
from grundy.games.coin_turning import Rulerette as Rulerette
from grundy.games.coin_turning import Triplets as Triplets
from grundy.games.coin_turning import TurningTurtles as TurningTurtles
from grundy.games.coin_turning import Twins as Twins
from grundy.games.colouring.rules import ImpartialCol as ImpartialCol
from grundy.games.colouring.rules import ImpartialSnort as ImpartialSnort
from grundy.games.cookie_cutter import CookieCutter as CookieCutter
from grundy.games.couples_are_forever import CouplesAreForever as CouplesAreForever
from grundy.games.cram.rules import Cram as Cram
from grundy.games.cyclic_nimhoff.rules import CyclicNimhoff as CyclicNimhoff
from grundy.games.dawson import DawsonsKayles as DawsonsKayles
from grundy.games.delete_nim.rules import DeleteNim as DeleteNim
from grundy.games.digraph import Digraph as Digraph
from grundy.games.dynamic_subtraction import DynamicSubtraction as DynamicSubtraction
from grundy.games.empty_and_divide.rules import EmptyAndDivide as EmptyAndDivide
from grundy.games.end_nim.rules import EndNim as EndNim
from grundy.games.euclid.grossman import GrossmanEuclid as GrossmanEuclid
from grundy.games.euclid.rules import Euclid as Euclid
from grundy.games.exact_nim.rules import ExactNim as ExactNim
from grundy.games.fair_shares.rules import FairShares as FairShares
from grundy.games.generalised_wythoff.rules import GeneralisedWythoff as GeneralisedWythoff
from grundy.games.geography.directed import DirectedGeography as DirectedGeography
from grundy.games.geography.rules import Geography as Geography
from grundy.games.graph_octal.rules import GraphOctal as GraphOctal
from grundy.games.grundys_game import GrundysGame as GrundysGame
from grundy.games.hackenbush.rules import Hackenbush as Hackenbush
from grundy.games.hypergraph_nim import HypergraphNim as HypergraphNim
from grundy.games.impartial_clobber import ImpartialClobber as ImpartialClobber
from grundy.games.impartial_nogo import ImpartialNogo as ImpartialNogo
from grundy.games.king_game import KingGame as KingGame
from grundy.games.knight_game import KnightGame as KnightGame
from grundy.games.kotzig_nim.rules import KotzigNim as KotzigNim
from grundy.games.lasker_nim import LaskerNim as LaskerNim
from grundy.games.maharaja import Maharaja as Maharaja
from grundy.games.mark.rules import MarkGame
from grundy.games.mem.rules import Mem as Mem
from grundy.games.mem.rules import Mem0 as Mem0
from grundy.games.moore_nim import MooreNim as MooreNim
from grundy.games.nim import Nim as Nim
from grundy.games.nimble import Nimble as Nimble
from grundy.games.nimble import NimbleK as NimbleK
from grundy.games.nimstring.rules import DotsAndBoxes as DotsAndBoxes
from grundy.games.nimstring.rules import Nimstring as Nimstring
from grundy.games.node_kayles import NodeKayles as NodeKayles
from grundy.games.node_removal import NodeRemoval as NodeRemoval
from grundy.games.northcott.rules import Northcott as Northcott
from grundy.games.notakto import Notakto as Notakto
from grundy.games.octal import Hexadecimal as Hexadecimal
from grundy.games.octal import Octal as Octal
from grundy.games.poker_nim.rules import PokerNim as PokerNim
from grundy.games.poset.rules import PosetGame
from grundy.games.prim.rules import Prim as Prim
from grundy.games.restricted_wythoff import RestrictedWythoff as RestrictedWythoff
from grundy.games.rims import Rayles as Rayles
from grundy.games.rims import Rims as Rims
from grundy.games.silver_dollar import SilverDollar as SilverDollar
from grundy.games.slow_nim.rules import SlowNim as SlowNim
from grundy.games.sos import Sos as Sos
from grundy.games.sprouts.brussels import BrusselsSprouts as BrusselsSprouts
from grundy.games.sprouts.rules import Sprouts as Sprouts
from grundy.games.st_wythoff import StWythoff as StWythoff
from grundy.games.staircase_nim import StaircaseNim as StaircaseNim
from grundy.games.subtraction.rules import ImpatientSubtraction as ImpatientSubtraction
from grundy.games.subtraction.rules import Subtraction as Subtraction
from grundy.games.sums.rules import Conjunctive as Conjunctive
from grundy.games.sums.rules import OrdinalSum
from grundy.games.sums.rules import Selective as Selective
from grundy.games.sylver.rules import Sylver as Sylver
from grundy.games.tac_tix import TacTix as TacTix
from grundy.games.take_a_divisor import Aliquot as Aliquot
from grundy.games.take_a_divisor import DimPlus as DimPlus
from grundy.games.take_and_break import TakeAndBreak as TakeAndBreak
from grundy.games.take_away import EvenIfNotAll as EvenIfNotAll
from grundy.games.take_away import EvenOrSingleton as EvenOrSingleton
from grundy.games.take_away import Mod3Take as Mod3Take
from grundy.games.take_away import Take1mod3Split as Take1mod3Split
from grundy.games.take_away import Take2plusSplit as Take2plusSplit
from grundy.games.tartan import rugs as rugs
from grundy.games.tartan import turning_corners as turning_corners
from grundy.games.ternups import Ternups as Ternups
from grundy.games.thirty_one.rules import ThirtyOne as ThirtyOne
from grundy.games.timber.rules import Timber as Timber
from grundy.games.top_entails import TopEntails as TopEntails
from grundy.games.toppling_dominoes import TopplingDominoes as TopplingDominoes
from grundy.games.treblecross import Treblecross as Treblecross
from grundy.games.turn_a_block import TurnABlock as TurnABlock
from grundy.games.turn_up_to.rules import TurnUpTo as TurnUpTo
from grundy.games.turning import Turning as Turning
from grundy.games.two_dimensional_nim import RookNim as RookNim
from grundy.games.two_dimensional_nim import TwoDimensionalNim as TwoDimensionalNim
from grundy.games.up_mark import UpMark as UpMark
from grundy.games.welter import Welter as Welter
from grundy.games.with_pass.rules import WithPass as WithPass
from grundy.games.wythoff import Wythoff as Wythoff
from grundy.kernels import nim_arrays as nim_arrays
from grundy.solvers.families import Family as Family
from grundy.solvers.solution import Solution as Solution
from grundy.solvers.solution import solve as solve

__all__ = [
    "Budget",
    "CoinGame",
    "Family",
    "Game",
    "GrundyError",
    "HeapGame",
    "Move",
    "Ordinal",
    "Period",
    "Ruleset",
    "Solution",
    "digraphs",
    "frobenius",
    "mex",
    "nim_arrays",
    "nim_divide",
    "nim_inverse",
    "nim_power",
    "nim_product",
    "nim_quadratic",
    "nim_sqrt",
    "nim_sum",
    "omega",
    "parse",
    "parse_ruleset",
    "solve",
    "zeckendorf",
]
HOMES: dict[str, str]
MODULES: dict[str, str]
__version__: str
acrostic_twins: AcrosticTwins
aliquot: Aliquot
antonim: Antonim
arc_kayles: ArcKayles
at_least_half: AtLeastHalf
at_most_half: AtMostHalf
blocking_wythoff = BlockingWythoff
bounded_nim = BoundedNim
boxing_match: BoxingMatch
brussels_sprouts: BrusselsSprouts
chocolate: Chocolate
chomp: Chomp
chomp_3d: Chomp3d
choose_heap: ChooseHeap
circular_dawsons_kayles: CircularDawsonsKayles
circular_kayles: CircularKayles
circular_nim = CircularNim
coin_subtraction_one_or_two = CoinSubtractionOneOrTwo
coin_subtraction_pile_form = CoinSubtractionPileForm
coin_subtraction_two_coins = CoinSubtractionTwoCoins
conjunctive: Conjunctive
cookie_cutter = CookieCutter
couples_are_forever: CouplesAreForever
cram: Cram
cyclic_nimhoff = CyclicNimhoff
dawsons_chess: Octal
dawsons_kayles: DawsonsKayles
delete_nim: DeleteNim
digraph = Digraph
dim_plus: DimPlus
directed_geography: DirectedGeography
divisor_chomp: DivisorChomp
dots_and_boxes: DotsAndBoxes
dynamic_subtraction = DynamicSubtraction
empty_and_divide: EmptyAndDivide
end_nim: EndNim
euclid: Euclid
even_if_not_all: EvenIfNotAll
even_or_singleton: EvenOrSingleton
exact_nim = ExactNim
fair_shares: FairShares
fibonacci_nim: DynamicSubtraction
generalised_wythoff = GeneralisedWythoff
geography: Geography
graph_octal = GraphOctal
grim: NodeRemoval
grossman_euclid: GrossmanEuclid
grundys_game: GrundysGame
grunt: Grunt
hackenbush: Hackenbush
hexadecimal = Hexadecimal
hypergraph_nim = HypergraphNim
impartial_clobber: ImpartialClobber
impartial_col: ImpartialCol
impartial_nogo: ImpartialNogo
impartial_snort: ImpartialSnort
impatient_subtraction = ImpatientSubtraction
kayles: Octal
king_game: KingGame
knight_game: KnightGame
kotzig_nim = KotzigNim
lasker_nim: LaskerNim
maharaja: Maharaja
mark: MarkGame
mem: Mem
mem0: Mem0
mock_turtles: MockTurtles
mod3_take: Mod3Take
moebius: TurnUpTo
mogul: TurnUpTo
moidores: TurnUpTo
moore_nim = MooreNim
nim: Nim
nimble: Nimble
nimble_k = NimbleK
nimstring: Nimstring
node_kayles: NodeKayles
node_removal: NodeRemoval
northcott: Northcott
notakto: Notakto
octal = Octal
officers: Octal
ordinal: OrdinalSum
poker_nim: PokerNim
poset: PosetGame
prim: Prim
rayles: Rayles
restricted_wythoff: RestrictedWythoff
rims: Rims
rook_nim: RookNim
ruler: Ruler
rulerette: Rulerette
ryuo_nim: CyclicNimhoff
selective: Selective
silver_dollar: SilverDollar
slow_nim = SlowNim
sos: Sos
sprouts: Sprouts
st_wythoff = StWythoff
staircase_nim: StaircaseNim
subtract_a_square: Subtraction
subtraction = Subtraction
sylver: Sylver
tac_tix: TacTix
take1mod3_split: Take1mod3Split
take2plus_split: Take2plusSplit
take_and_break = TakeAndBreak
ternups: Ternups
thirty_one: ThirtyOne
timber: Timber
top_entails: TopEntails
toppling_dominoes: TopplingDominoes
treblecross: Treblecross
triangular_kayles: GraphOctal
triplets: Triplets
turn_a_block = TurnABlock
turn_up_to = TurnUpTo
turning = Turning
turning_turtles: TurningTurtles
twins: Twins
two_dimensional_nim: TwoDimensionalNim
up_mark: UpMark
welter: Welter
with_pass: WithPass
wythoff: Wythoff
